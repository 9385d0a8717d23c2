/** One registered page of a dispatcher. */
export interface OpenLine {
  userId: number
  companyId: number
  extension: string
  /** The Call-ID this page registers with: another page of the same person has another. */
  page: string
}

/** Who is registered, by the proxy's name of the connection. */
export class OpenLines {
  readonly #lines = new Map<string, OpenLine>()

  add(line: string, open: OpenLine): void {
    this.#lines.set(line, open)
  }

  /** Whose line it was, if it was one. */
  remove(line: string): OpenLine | null {
    const open = this.#lines.get(line) ?? null
    this.#lines.delete(line)
    return open
  }

  /** All lines anew, from the proxy's own table: "user|kind|extension|page|company" by connection. */
  replace(table: ReadonlyMap<string, string>): void {
    this.#lines.clear()
    for (const [line, speaker] of table) {
      const [user = '', kind, extension = '', page = '', company = ''] = speaker.split('|')
      const [userId, companyId] = [Number(user), Number(company)]
      if (kind === 'dispatcher') this.add(line, { userId, companyId, extension, page })
    }
  }

  find(line: string): OpenLine | null {
    return this.#lines.get(line) ?? null
  }

  all(): ReadonlySet<string> {
    return new Set(this.#lines.keys())
  }

  /**
   * What the proxy lists is there, and what it does not list is gone; a line that was told while the list was read is newer than
   * the list. `before`: the lines known when it was asked for.
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

  ofUser(userId: number): OpenLine[] {
    return [...this.#lines.values()].filter((line) => line.userId === userId)
  }

  hasPage(userId: number, page: string): boolean {
    return this.ofUser(userId).some((line) => line.page === page)
  }
}
