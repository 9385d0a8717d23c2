import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const PREFIX = 'virtual:first-screen:'

interface Parts<Name extends string> {
  /** The console's source files of each first screen. */
  screens: Readonly<Record<Name, readonly string[]>>
  plugins: Plugin[]
  alias: Record<string, string>
}

/**
 * For each first screen, the modules that are left after tree shaking when only these screens are built: what its
 * first load really needs. A hand-written list of libraries would be outdated with every new import. One build for
 * all screens, because each reads the whole console.
 */
export async function modulesOfFirstScreens<Name extends string>({
  screens,
  plugins,
  alias,
}: Parts<Name>): Promise<Record<Name, ReadonlySet<string>>> {
  const names = Object.keys(screens) as Name[]
  const virtual: Plugin = {
    name: 'first-screens',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? entryOf(screens[id.slice(PREFIX.length + 1) as Name]) : null),
  }
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins, virtual],
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, `${PREFIX}${name}`])),
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((one) => one.type === 'chunk')
  return Object.fromEntries(names.map((name) => [name, staticallyReached(chunks, name)])) as Record<
    Name,
    ReadonlySet<string>
  >
}

function entryOf(files: readonly string[]): string {
  const quoted = files.map((file) => JSON.stringify(path.resolve(file)))
  return [
    ...quoted.map((file) => `import ${file}`),
    ...quoted.map((file, n) => `export * as screen${n} from ${file}`),
  ].join('\n')
}

function staticallyReached(chunks: readonly Rolldown.OutputChunk[], entry: string): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set<Rolldown.OutputChunk>()
  const walk = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const name of chunk.imports) walk(byName.get(name))
  }
  walk(chunks.find(({ isEntry, name }) => isEntry && name === entry))
  const modules = [...reached].flatMap((chunk) => Object.entries(chunk.modules))
  return new Set(modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id))
}
