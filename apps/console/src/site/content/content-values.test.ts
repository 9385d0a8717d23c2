import { expect, test } from 'vitest'
import { losesInEditor, slugOf } from './content-values.ts'

test.each([
  ['Ghid rapid, pentru șoferi', 'ghid-rapid-pentru-soferi'],
  ['  Țintă: 100%  ', 'tinta-100'],
  ['!!!', ''],
  ['a'.repeat(100), 'a'.repeat(80)],
])('%j becomes the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each([
  ['<p>Apăsați <kbd>F1</kbd></p>', true],
  ['<IMG src="/a.png">', true],
  ['<details><summary>Mai mult</summary></details>', true],
  ['<h2>Titlu</h2><table><tbody><tr><td>a</td></tr></tbody></table><p><a href="/">b</a></p>', false],
  ['<p>&lt;img&gt; este scris, nu pus</p>', false],
])('the visual editor would drop a part of %j: %j', (html, loses) => {
  expect(losesInEditor(html)).toBe(loses)
})
