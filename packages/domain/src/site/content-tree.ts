export interface TreePage {
  id: number
  parentId: number | null
  menuOrder: number
  title: string
}

export interface TreeNode<P extends TreePage> {
  page: P
  children: TreeNode<P>[]
}

const byMenu = (a: TreePage, b: TreePage) =>
  a.menuOrder - b.menuOrder || a.title.localeCompare(b.title, 'ro') || a.id - b.id

/** Builds the page tree, each level sorted by menu order, then title. A page whose parent is not in the list is at the top level. */
export function pagesAsTree<P extends TreePage>(pages: readonly P[]): TreeNode<P>[] {
  const nodes = new Map(pages.map((page) => [page.id, { page, children: [] as TreeNode<P>[] }]))
  const top: TreeNode<P>[] = []
  for (const page of [...pages].sort(byMenu)) {
    const node = nodes.get(page.id)
    if (node === undefined) continue
    const parent = page.parentId === null ? undefined : nodes.get(page.parentId)
    ;(parent?.children ?? top).push(node)
  }
  return top
}

/** Keeps pages that match `fits` and their ancestors; a branch without a match is left out. */
export function branchesWith<P extends TreePage>(
  nodes: readonly TreeNode<P>[],
  fits: (page: P) => boolean,
): TreeNode<P>[] {
  return nodes.flatMap(({ page, children }) => {
    const matching = branchesWith(children, fits)
    return matching.length > 0 || fits(page) ? [{ page, children: matching }] : []
  })
}

/** True when this parent would make the page its own descendant. `parentOf`: current parent of every page. */
export function wouldLoop(parentOf: ReadonlyMap<number, number | null>, id: number, parentId: number | null): boolean {
  const seen = new Set<number>()
  for (let above = parentId; above !== null && !seen.has(above); above = parentOf.get(above) ?? null) {
    if (above === id) return true
    seen.add(above)
  }
  return false
}
