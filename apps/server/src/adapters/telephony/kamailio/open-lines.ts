import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
/** One registered page of a dispatcher. */
export interface OpenLine {
  userId: UserId
  companyId: CompanyId
  extension: string
  /** The Call-ID with which this page registers; another page of the same user has another. */
  page: string
}

/** Registered pages, by the proxy's name of the connection. */
export class OpenLines {
  readonly #lines = new Map<string, OpenLine>()

  add(line: string, open: OpenLine): void {
    this.#lines.set(line, open)
  }

  /** Removes and returns the connection; null when it was not registered. */
  remove(line: string): OpenLine | null {
    const open = this.#lines.get(line) ?? null
    this.#lines.delete(line)
    return open
  }

  /** Replaces all connections by the proxy's own table: "user|kind|extension|page|company" by connection. */
  replace(table: ReadonlyMap<string, string>): void {
    this.#lines.clear()
    for (const [line, speaker] of table) {
      const [user = '', kind, extension = '', page = '', company = ''] = speaker.split('|')
      const ids = { userId: asId<UserId>(Number(user)), companyId: asId<CompanyId>(Number(company)) }
      if (kind === 'dispatcher') this.add(line, { ...ids, extension, page })
    }
  }

  find(line: string): OpenLine | null {
    return this.#lines.get(line) ?? null
  }

  all(): ReadonlySet<string> {
    return new Set(this.#lines.keys())
  }

  /**
   * Adds what the proxy lists and removes what it does not list; a connection that registered while the list was read is newer than
   * the list. `before`: the connections known when it was requested.
   */
  follow(
    table: ReadonlyMap<string, string>,
    { registered, before }: { registered: ReadonlySet<string>; before: ReadonlySet<string> },
  ): void {
    const listed = new OpenLines()
    listed.replace(table)
    for (const [line, open] of listed.#lines) if (registered.has(open.extension)) this.#lines.set(line, open)
    for (const line of before) if (!registered.has(listed.#lines.get(line)?.extension ?? '')) this.#lines.delete(line)
  }

  ofUser(userId: UserId): OpenLine[] {
    return [...this.#lines.values()].filter((line) => line.userId === userId)
  }

  hasPage(userId: UserId, page: string): boolean {
    return this.ofUser(userId).some((line) => line.page === page)
  }
}
