import type { Readable } from 'node:stream'

/** An answer that is a file instead of the reply's shape: a picture, a table. */
export class FileAnswer {
  readonly type: string
  readonly body: Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  /** Of a part of a file; null for the endpoint's own. */
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
