/** What the types of pg and of this server make of a column's value; arrays end in `[]`. */
export type Kind = string

/** Whether an insert may, must or cannot have a value of the column. */
export type ColumnOnInsert = 'required' | 'optional' | 'never'

export interface TypedColumn {
  kind: Kind
  /** null where the type is `unknown`: then `acceptsNull` decides. */
  isNullable: boolean | null
  onInsert: ColumnOnInsert
  /** Whether an insert may pass null; null where it cannot have a value. */
  acceptsNull: boolean | null
  /** The literals of a union; null for every other type. */
  values: readonly string[] | null
}

export type TypedTables = Record<string, Record<string, TypedColumn>>

export interface DatabaseColumn {
  kind: Kind
  isNullable: boolean
  onInsert: ColumnOnInsert
  /** The values of an enum or of a CHECK that lists them; null where every value is allowed. */
  values: readonly string[] | null
}

export interface DatabaseTable {
  /** PostgreSQL knows neither nullability nor defaults of a view's columns. */
  isView: boolean
  columns: Record<string, DatabaseColumn>
}

export type DatabaseTables = Record<string, DatabaseTable>

/** One line per difference between the types of the tables and the database; none when they agree. */
export function compareTables(typed: TypedTables, database: DatabaseTables): string[] {
  const added = Object.keys(typed).filter((table) => !Object.hasOwn(database, table))
  const lines = Object.entries(database).flatMap(([name, table]) => {
    const columns = typed[name]
    return columns ? compareColumns(name, columns, table) : [`${name}: has no type`]
  })
  return [...added.map((table) => `${table}: is not in the database`), ...lines].sort()
}

function compareColumns(
  table: string,
  typed: Record<string, TypedColumn>,
  { isView, columns }: DatabaseTable,
): string[] {
  const added = Object.keys(typed).filter((column) => !Object.hasOwn(columns, column))
  const lines = Object.entries(columns).flatMap(([name, column]) => {
    const type = typed[name]
    if (!type) return [`${table}.${name}: has no type`]
    const differences = isView
      ? valueDifferences(type, column)
      : [...valueDifferences(type, column), ...writeDifferences(type, column)]
    return differences.map((difference) => `${table}.${name}: ${difference}`)
  })
  return [...added.map((column) => `${table}.${column}: is not in the database`), ...lines]
}

function valueDifferences(type: TypedColumn, column: DatabaseColumn): string[] {
  if (type.kind !== column.kind) return [`typed as ${type.kind}, is ${column.kind} in the database`]
  if (!type.values || !column.values) return []
  const typed = type.values.join(', ')
  const allowed = column.values.join(', ')
  return typed === allowed ? [] : [`typed as one of ${typed}; the database allows ${allowed}`]
}

function writeDifferences(type: TypedColumn, column: DatabaseColumn): string[] {
  const differences: string[] = []
  const differs = (typed: string, actual: string) => differences.push(`typed as ${typed}, is ${actual} in the database`)
  const isNullable = type.isNullable ?? type.acceptsNull
  if (isNullable !== null && isNullable !== column.isNullable)
    differs(nullability(isNullable), nullability(column.isNullable))
  else if (type.acceptsNull && !column.isNullable)
    differences.push('an insert of null is typed as allowed, the database refuses it')
  if (type.onInsert !== column.onInsert) differs(`${type.onInsert} in an insert`, column.onInsert)
  return differences
}

function nullability(isNullable: boolean): string {
  return isNullable ? 'nullable' : 'not null'
}
