import { Worker } from 'node:worker_threads'

export interface RenderRequest {
  n: number
  svg: string
  hasText: boolean
}
export type RenderReply = { n: number; png: Uint8Array } | { n: number; failed: string }

interface Waiting {
  resolve(png: Buffer): void
  reject(error: Error): void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | null = null
let requestCount = 0

/**
 * A PNG of the drawing, made in a separate thread: rendering and compressing take tens of milliseconds, which would delay calls and
 * searches. Texts use Noto Sans, so that pictures are the same on every machine.
 */
export function renderSvg(svg: string, { hasText = true } = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    requestCount += 1
    waiting.set(requestCount, { resolve, reject })
    worker ??= start()
    worker.postMessage({ n: requestCount, svg, hasText } satisfies RenderRequest)
  })
}

/** Escapes text for SVG. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Started with the first picture; a thread that dies rejects its pictures, and the next picture starts another. */
function start(): Worker {
  const made = new Worker(new URL('../../platform/lifecycle/thread-start.mjs', import.meta.url), {
    workerData: { program: new URL('./render-thread.ts', import.meta.url).href },
    // The thread registers the loader itself; registering it twice would be slower.
    execArgv: [],
  })
  made.on('message', (reply: RenderReply) => {
    const one = waiting.get(reply.n)
    waiting.delete(reply.n)
    if ('png' in reply) one?.resolve(Buffer.from(reply.png.buffer, reply.png.byteOffset, reply.png.length))
    else one?.reject(new Error(reply.failed))
  })
  made.on('error', (error) => lose(made, error instanceof Error ? error : new Error(String(error))))
  made.on('exit', () => lose(made, new Error('the drawing thread ended')))
  // A pending picture keeps the process alive, the thread alone does not.
  made.unref()
  return made
}

function lose(gone: Worker, error: Error): void {
  if (worker !== gone) return
  worker = null
  for (const one of waiting.values()) one.reject(error)
  waiting.clear()
}
