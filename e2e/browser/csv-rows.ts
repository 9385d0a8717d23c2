import fs from 'node:fs/promises'
import type { Download } from 'playwright-core'

/** The cells of a table that was downloaded as CSV, separate from its header. */
export async function csvRows(file: Download): Promise<{ head: string[]; lines: string[][] }> {
  const text = (await fs.readFile(await file.path(), 'utf8')).replace('\uFEFF', '')
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  return { head, lines }
}
