import type { OrderViewer } from '@dispecerat/contract/realtime'

/** A window that shows an order. */
export interface Viewing {
  orderId: number
  /** The company the order came to: only its room is told. */
  companyId: number
  userId: number
  name: string | null
  isEditing: boolean
  /** The window was not touched for minutes. */
  isAway: boolean
  /** When the window opened the order, in milliseconds. */
  since: number
}

/** Who has which order open: the windows of this node, and what other nodes say of theirs. */
export class ViewerRegistry<Tab extends object> {
  readonly #here = new Map<Tab, Viewing>()
  readonly #elsewhere = new Map<string, { looks: readonly Viewing[]; heardAt: number }>()

  here(): Viewing[] {
    return [...this.#here.values()]
  }

  at(tab: Tab): Viewing | null {
    return this.#here.get(tab) ?? null
  }

  /** Returns the looks that changed: what was there and what is there now. */
  put(tab: Tab, viewing: Viewing | null): Viewing[] {
    const before = this.#here.get(tab)
    if (viewing) this.#here.set(tab, viewing)
    else this.#here.delete(tab)
    return [before, viewing].filter((look) => look != null)
  }

  /** What another node says replaces what it said before. */
  hearNode(node: string, looks: readonly Viewing[], heardAt: number): Viewing[] {
    const before = this.#elsewhere.get(node)?.looks ?? []
    if (looks.length > 0) this.#elsewhere.set(node, { looks, heardAt })
    else this.#elsewhere.delete(node)
    const same = new Set(before.map(print))
    const kept = new Set(looks.map(print).filter((look) => same.has(look)))
    return [...before, ...looks].filter((look) => !kept.has(print(look)))
  }

  /** A node that was killed says nothing any more. */
  forgetSilent(since: number): Viewing[] {
    const gone: Viewing[] = []
    for (const [node, { looks, heardAt }] of this.#elsewhere) {
      if (heardAt >= since) continue
      this.#elsewhere.delete(node)
      gone.push(...looks)
    }
    return gone
  }

  all(): Viewing[] {
    return [...this.#here.values(), ...[...this.#elsewhere.values()].flatMap(({ looks }) => looks)]
  }
}

/**
 * Who came first stands first. A person with several windows is one: he edits when one of them does, and is away when he is from all
 * of them.
 */
export function viewersOf(looks: readonly Viewing[], orderId: number): OrderViewer[] {
  const people = new Map<number, OrderViewer>()
  const here = looks.filter((look) => look.orderId === orderId)
  for (const look of here.toSorted((a, b) => a.since - b.since || a.userId - b.userId)) {
    const known = people.get(look.userId)
    people.set(look.userId, {
      id: look.userId,
      name: look.name,
      is_editing: look.isEditing || (known?.is_editing ?? false),
      is_away: look.isAway && (known?.is_away ?? true),
    })
  }
  return [...people.values()]
}

function print({ orderId, userId, isEditing, isAway }: Viewing): string {
  return `${orderId} ${userId} ${isEditing} ${isAway}`
}
