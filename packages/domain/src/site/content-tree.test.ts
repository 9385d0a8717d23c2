import { expect, test } from 'vitest'
import { branchesWith, pagesAsTree, type TreeNode, type TreePage, wouldLoop } from './content-tree.ts'

const page = (id: number, parentId: number | null, menuOrder: number, title: string) => ({
  id,
  parentId,
  menuOrder,
  title,
})
const written = (nodes: readonly TreeNode<TreePage>[]): unknown =>
  nodes.map(({ page: { title }, children }) => (children.length > 0 ? [title, written(children)] : title))

const PAGES = [
  page(1, null, 20, 'Hartă'),
  page(2, null, 10, 'Dispecerat'),
  page(3, 2, 0, 'Țintă'),
  page(4, 2, 0, 'Apeluri'),
  page(5, 99, 5, 'Orfană'),
]

test('each level is sorted by menu order, then by title in Romanian order; an orphan is at the top level', () => {
  expect(written(pagesAsTree(PAGES))).toEqual(['Orfană', ['Dispecerat', ['Apeluri', 'Țintă']], 'Hartă'])
})

test('a search keeps matching pages and their ancestors', () => {
  const matching = branchesWith(pagesAsTree(PAGES), ({ title }) => title.startsWith('Ț'))
  expect(written(matching)).toEqual([['Dispecerat', ['Țintă']]])
})

test('a page cannot become its own descendant, however many pages are between', () => {
  const parentOf = new Map<number, number | null>([
    [1, null],
    [2, 1],
    [3, 2],
  ])
  expect(wouldLoop(parentOf, 1, 3)).toBe(true)
  expect(wouldLoop(parentOf, 1, 1)).toBe(true)
  expect(wouldLoop(parentOf, 3, 1)).toBe(false)
  expect(wouldLoop(parentOf, 2, null)).toBe(false)
})
