import path from 'node:path'
import ts from 'typescript'
import type { ColumnOnInsert, Kind, TypedColumn, TypedTables } from './compare-tables.ts'

/** Path of the source that `readTypedTables` compiles; the file does not exist. */
const SOURCE_PATH = path.join(import.meta.dirname, 'typed-tables-source.ts')

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

/**
 * Reads interfaces of tables, as Kysely takes them, from a source: what a select returns and what an insert requires is computed by Kysely's
 * own types. The source is compiled as a neighbour of this file, so that its imports are resolved from here.
 */
export function readTypedTables(source: string, names: readonly string[]): Record<string, TypedTables> {
  const program = compile(`
    import type { Insertable, Selectable } from 'kysely'
    ${source}
    type Rows<All> = { [Table in keyof All]: { selected: Selectable<All[Table]>; inserted: Insertable<All[Table]> } }
    export interface Found { ${names.map((name) => `${name}: Rows<${name}>`).join('\n')} }`)
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(SOURCE_PATH)
  const exported = file && checker.getSymbolAtLocation(file)?.exports?.get('Found' as ts.__String)
  if (!exported) throw new Error('the source was not compiled')
  const found = membersOf(checker, checker.getDeclaredTypeOfSymbol(exported))
  return mapValues(found, (tables) =>
    mapValues(membersOf(checker, tables.type), (rows) => readColumns(checker, rows.type)),
  )
}

function compile(source: string): ts.Program {
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    path.normalize(name) === SOURCE_PATH
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([SOURCE_PATH], OPTIONS, host)
  const file = program.getSourceFile(SOURCE_PATH)
  for (const { messageText } of [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  return program
}

interface Member {
  type: ts.Type
  isOptional: boolean
}

function membersOf(checker: ts.TypeChecker, type: ts.Type): Record<string, Member> {
  const members = checker.getPropertiesOfType(type).map((symbol) => {
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
    return [symbol.name, { type: checker.getTypeOfSymbol(symbol), isOptional }] as const
  })
  return Object.fromEntries(members)
}

function mapValues<In, Out>(values: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}

function readColumns(checker: ts.TypeChecker, rows: ts.Type): Record<string, TypedColumn> {
  const { selected, inserted } = membersOf(checker, rows)
  if (!selected || !inserted) throw new Error('rows without their two types')
  const insertable = membersOf(checker, inserted.type)
  const columns = membersOf(checker, selected.type)
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type }]) => [name, readColumn(checker, type, insertable[name])]),
  )
}

function readColumn(checker: ts.TypeChecker, selected: ts.Type, inserted: Member | undefined): TypedColumn {
  const isUnknown = (selected.flags & ts.TypeFlags.Unknown) !== 0
  return {
    kind: kindOf(checker, checker.getNonNullableType(selected)),
    isNullable: isUnknown ? null : isNullable(checker, selected),
    onInsert: onInsert(inserted),
    acceptsNull: inserted ? isNullable(checker, inserted.type) : null,
    values: literalsOf(checker.getNonNullableType(selected)),
  }
}

function onInsert(inserted: Member | undefined): ColumnOnInsert {
  if (!inserted) return 'never'
  return inserted.isOptional ? 'optional' : 'required'
}

function isNullable(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker.isTypeAssignableTo(checker.getNullType(), type)
}

/** An id with a brand is assignable to a number, so it counts as one. */
function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  if (type.flags & ts.TypeFlags.Unknown || isEmptyObject(checker, type)) return 'json'
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return 'number'
  if (checker.isTypeAssignableTo(type, checker.getStringType())) return 'text'
  if (checker.isTypeAssignableTo(type, checker.getBooleanType())) return 'boolean'
  if (type.symbol?.name === 'Date') return 'time'
  if (type.symbol?.name === 'Buffer') return 'bytes'
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
  return item ? `${kindOf(checker, checker.getNonNullableType(item))}[]` : 'other'
}

/** `unknown` without null and undefined is `{}`. */
function isEmptyObject(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker.typeToString(type) === '{}'
}

function literalsOf(type: ts.Type): string[] | null {
  const parts = type.isUnion() ? type.types : [type]
  const values = parts.flatMap((part) => (part.isStringLiteral() || part.isNumberLiteral() ? [String(part.value)] : []))
  return values.length === parts.length ? values.sort() : null
}
