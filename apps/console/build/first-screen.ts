import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const NAME = 'virtual:first-screen'

interface Parts {
  /** Files of the console a dispatcher's first screen is made of. */
  screens: readonly string[]
  plugins: () => Plugin[]
  alias: Record<string, string>
}

/**
 * The modules of which something is left when only those screens are built: what the first load of the desk really needs.
 * A hand-written list of libraries would be wrong again with every new import.
 */
export async function modulesOfFirstScreen({ screens, plugins, alias }: Parts): Promise<ReadonlySet<string>> {
  const entry = screens.map((file) => `import ${JSON.stringify(path.resolve(file))}`).join('\n')
  const kept = screens.map((file, n) => `export * as screen${n} from ${JSON.stringify(path.resolve(file))}`).join('\n')
  const virtual: Plugin = {
    name: 'first-screen',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `${entry}\n${kept}` : null),
  }
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins(), virtual],
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: NAME, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  return staticallyReached(output.output.filter((one) => one.type === 'chunk'))
}

function staticallyReached(chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set<Rolldown.OutputChunk>()
  const walk = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || reached.has(chunk)) return
    reached.add(chunk)
    for (const name of chunk.imports) walk(byName.get(name))
  }
  walk(chunks.find(({ isEntry }) => isEntry))
  const modules = [...reached].flatMap((chunk) => Object.entries(chunk.modules))
  return new Set(modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id))
}
