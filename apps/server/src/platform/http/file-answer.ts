import type { Readable } from 'node:stream'

/** A reply that is a file, such as a picture or a table, instead of JSON. */
export class FileAnswer {
  readonly type: string
  readonly body: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  /** Set for a partial file; null keeps the endpoint's status. */
  readonly status: number | null

  constructor(
    type: string,
    body: Buffer | Readable,
    headers: Record<string, string> = {},
    status: number | null = null,
  ) {
    this.type = type
    this.body = body
    this.headers = headers
    this.status = status
  }
}
