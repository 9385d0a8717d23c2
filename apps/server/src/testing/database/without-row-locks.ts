import type { KyselyPlugin, OperationNode, RootOperationNode } from 'kysely'
import type { Server } from '../../platform/lifecycle/server.ts'

const ROW_LOCK = /\bfor (update|share)( of \w+)?( skip locked)?/

/**
 * The same server whose commands read rows without locking them; with `conditions: false` a conditional UPDATE loses all of its
 * conditions but the first. For tests that show the race without its guard: `queueForLock` makes both sides read first.
 */
export function withoutRowLocks<S extends Server>(server: S, { conditions }: { conditions: boolean }): S {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (conditions ? withoutLock(node) : withoutConditions(withoutLock(node))),
    transformResult: async ({ result }) => result,
  }
  return { ...server, db: server.db.withPlugin(plugin) }
}

function withoutLock(node: RootOperationNode): RootOperationNode {
  if (node.kind !== 'RawNode') return node
  const sqlFragments = node.sqlFragments.map((text) => text.replace(ROW_LOCK, ''))
  return sqlFragments.some((text, i) => text !== node.sqlFragments[i]) ? { ...node, sqlFragments } : node
}

function withoutConditions(node: RootOperationNode): RootOperationNode {
  if (node.kind !== 'UpdateQueryNode' || !node.where) return node
  return { ...node, where: { ...node.where, where: leftmost(node.where.where) } }
}

function leftmost(node: OperationNode): OperationNode {
  return node.kind === 'AndNode' ? leftmost((node as OperationNode & { left: OperationNode }).left) : node
}
