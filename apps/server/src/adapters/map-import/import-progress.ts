/** Receives the progress of an import. */
export interface ImportProgress {
  /** Starts a phase; its name is shown to people. */
  phase(name: string): void
  /** `share` is the finished part of the phase, 0…1; `count` the items or rows so far. May throw to stop the import. */
  step(share: number, count: number): void
}

export const QUIETLY: ImportProgress = { phase() {}, step() {} }

const EVERY_MS = 2000
const MEGABYTE = 1024 * 1024

/** Prints every phase and, in a long one, its progress every two seconds. */
export class PrintedProgress implements ImportProgress {
  readonly #print: (line: string) => void
  readonly #start = performance.now()
  #name = ''
  #last = 0
  #count = 0
  #stopped = false

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  phase(name: string): void {
    this.#end()
    this.#name = name
    this.#count = 0
    this.#last = performance.now()
    this.#say(name)
  }

  step(share: number, count: number): void {
    if (this.#stopped) throw new ImportStopped('The import was stopped; the map that was there stays')
    this.#count = count
    const now = performance.now()
    if (now - this.#last < EVERY_MS) return
    this.#last = now
    this.#say(`${this.#name}: ${String(Math.floor(share * 100)).padStart(3)} %, ${grouped(count)}`)
  }

  /** Makes the next step end the import. */
  stop(): void {
    this.#stopped = true
  }

  say(line: string): void {
    this.#end()
    this.#name = ''
    this.#say(line)
  }

  #end(): void {
    if (this.#count > 0) this.#say(`${this.#name}: done, ${grouped(this.#count)}`)
    this.#count = 0
  }

  #say(line: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1).padStart(7)
    const memory = String(Math.round(process.memoryUsage.rss() / MEGABYTE)).padStart(5)
    this.#print(`${seconds} s ${memory} MB  ${line}`)
  }
}

/** The user pressed Ctrl+C. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped'
}

function grouped(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}
