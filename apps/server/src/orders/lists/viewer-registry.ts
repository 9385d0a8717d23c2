import type { OrderViewer } from '@dispecerat/contract/api/realtime'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'

/** A window that shows an order. */
export interface Viewing {
  orderId: OrderId
  /** Company that received the order: only its dispatchers are notified. */
  companyId: CompanyId
  userId: UserId
  name: string | null
  isEditing: boolean
  /** The window has been idle for minutes. */
  isAway: boolean
  /** Time at which the window opened the order, in milliseconds. */
  since: number
}

/** Viewers of each order: windows of this node, and those reported by other nodes. */
export class ViewerRegistry<Tab extends object> {
  readonly #here = new Map<Tab, Viewing>()
  readonly #elsewhere = new Map<string, { viewings: readonly Viewing[]; receivedAt: number }>()

  here(): Viewing[] {
    return [...this.#here.values()]
  }

  at(tab: Tab): Viewing | null {
    return this.#here.get(tab) ?? null
  }

  /** Returns the changed viewings, before and after. */
  put(tab: Tab, viewing: Viewing | null): Viewing[] {
    const before = this.#here.get(tab)
    if (viewing) this.#here.set(tab, viewing)
    else this.#here.delete(tab)
    return [before, viewing].filter((viewing) => viewing != null)
  }

  /** A node's report replaces its previous one. */
  applyNodeReport(node: string, viewings: readonly Viewing[], receivedAt: number): Viewing[] {
    const before = this.#elsewhere.get(node)?.viewings ?? []
    if (viewings.length > 0) this.#elsewhere.set(node, { viewings, receivedAt })
    else this.#elsewhere.delete(node)
    const same = new Set(before.map(print))
    const unchanged = new Set(viewings.map(print).filter((printed) => same.has(printed)))
    return [...before, ...viewings].filter((viewing) => !unchanged.has(print(viewing)))
  }

  /** Removes the viewers of nodes that have stopped reporting. */
  forgetSilent(since: number): Viewing[] {
    const gone: Viewing[] = []
    for (const [node, { viewings, receivedAt }] of this.#elsewhere) {
      if (receivedAt >= since) continue
      this.#elsewhere.delete(node)
      gone.push(...viewings)
    }
    return gone
  }

  all(): Viewing[] {
    return [...this.#here.values(), ...[...this.#elsewhere.values()].flatMap(({ viewings }) => viewings)]
  }
}

/**
 * Viewers of an order, the first to open it first. Windows of one user are merged: the user is editing when one of them is, and away when
 * all of them are.
 */
export function viewersOf(viewings: readonly Viewing[], orderId: OrderId): OrderViewer[] {
  const people = new Map<number, OrderViewer>()
  const here = viewings.filter((viewing) => viewing.orderId === orderId)
  for (const viewing of here.toSorted((a, b) => a.since - b.since || a.userId - b.userId)) {
    const known = people.get(viewing.userId)
    people.set(viewing.userId, {
      id: viewing.userId,
      name: viewing.name,
      is_editing: viewing.isEditing || (known?.is_editing ?? false),
      is_away: viewing.isAway && (known?.is_away ?? true),
    })
  }
  return [...people.values()]
}

function print({ orderId, userId, isEditing, isAway }: Viewing): string {
  return `${orderId} ${userId} ${isEditing} ${isAway}`
}
