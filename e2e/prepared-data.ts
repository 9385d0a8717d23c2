import { type DataDir, startServer } from './running-server.ts'

/**
 * Fills the folder with the demo and writes rows there, with a server of its own that ends before the one under test starts:
 * a running server is not told of rows that are written behind its back.
 */
export async function prepareDemo(dataDir: DataDir, write: () => Promise<unknown>): Promise<void> {
  await using filling = await startServer({ dataDir, env: { DEMO: 'on' } })
  await write()
  await filling.stop()
}
