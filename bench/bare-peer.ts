import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/testing/free-port.ts'

export interface BarePeer extends AsyncDisposable {
  url: string
  pid: number
}

/** Starts one of the bare servers as a separate process. */
export async function startPeer(
  kind: 'echo' | 'parse' | 'commit',
  env: Record<string, string> = {},
): Promise<BarePeer> {
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'bare-server.ts')
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', script, kind, String(port)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
