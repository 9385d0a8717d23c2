import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from './load-pages.ts'

const HANDBOOK = path.join(import.meta.dirname, 'handbook')
/** Files of this folder are served as they are, at `/handbook/`. */
const PICTURES = path.resolve(import.meta.dirname, '../../../../console/public/handbook')

const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), 'utf8')
const pictures = fs.readdirSync(PICTURES)
const shown = fs.readdirSync(HANDBOOK).flatMap((name) => {
  const { html } = pageOf(name, read(HANDBOOK, name), 'documentation')
  return [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => ({
    page: name,
    src: /src="([^"]*)"/.exec(tag)?.[1],
    alt: /alt="([^"]*)"/.exec(tag)?.[1] ?? '',
  }))
})

test('every picture that the handbook shows exists, and every picture is on a page', () => {
  const named = new Set(shown.map(({ src }) => src))
  expect([...named].sort()).toEqual(pictures.map((name) => `/handbook/${name}`).sort())
})

test('every picture of the handbook has a text for readers who do not see it', () => {
  for (const { page, src, alt } of shown) expect(alt.length, `${page}: ${src}`).toBeGreaterThan(20)
})

test.each(pictures)(
  '%s is a drawing for a phone: named, in both colour schemes, without scripts or other files',
  (name) => {
    const svg = read(PICTURES, name)
    const width = Number(/ viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1])
    expect(width, 'wider, and its text would be too small at 390 px').toBeLessThanOrEqual(360)
    expect(svg).toMatch(/<title id="title">[^<]+<\/title>\s*<desc id="desc">[^<]+<\/desc>/)
    expect(svg).toContain(' lang="ro"')
    expect(svg).toContain('@media (prefers-color-scheme: dark)')
    expect(svg).not.toMatch(/<script|<foreignObject|<image|<use|href|\son\w+=|@import|@font-face|url\((?!#)/i)
  },
)
