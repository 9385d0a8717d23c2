/** Widest line of a printed document; the same as in biome.json. */
const LINE_WIDTH = 120

/** JSON with a line for each value that fits on one: a change of a field is a change of one line. */
export function jsonText(value: unknown): string {
  return `${textOf(value, '', 0)}\n`
}

/** `before`: characters on the line before the value; a comma may follow it. */
function textOf(value: unknown, indent: string, before: number): string {
  const line = lineOf(value)
  const fits = indent.length + before + line.length < LINE_WIDTH
  if (fits || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => textOf(item, inner, 0))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${textOf(item, inner, key.length + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [`${open}\n`, items.map((item) => `${inner}${item}`).join(',\n'), `\n${indent}${close}`].join('')
}

function lineOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
