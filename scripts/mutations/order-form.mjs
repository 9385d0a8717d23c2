const FORM = 'apps/console/src/orders/order-form'

/** An order while it is typed. */
export const ORDER_FORM = [
  {
    area: 'order form',
    name: 'the comment of an address is not sent',
    file: `apps/console/src/orders/order-form/draft/order-draft.ts`,
    find: 'comment: place.comment.trim() || null',
    replace: 'comment: null',
    tests: { unit: [`apps/console/src/orders/order-form/draft/order-draft.test.ts`] },
  },
  {
    area: 'order form',
    name: 'the name of a known client replaces the one that was typed',
    file: `apps/console/src/orders/order-form/client/use-fill-from-client.ts`,
    find: "name: draft.name === '' || draft.name === before.name ? (name ?? '') : draft.name",
    replace: "name: name ?? ''",
    tests: { unit: [`apps/console/src/orders/order-form/client/use-fill-from-client.test.ts`] },
  },
  {
    area: 'order form',
    name: 'a new tab takes the draft away from a tab in which it is being typed',
    file: `apps/console/src/orders/order-form/draft/stored-drafts.ts`,
    find: 'if (key && stored && now - stored.seenAt > GONE_AFTER_MS)',
    replace: 'if (key && stored)',
    tests: { unit: [`apps/console/src/orders/order-form/draft/stored-drafts.test.ts`] },
  },
  {
    area: 'order form',
    name: 'a second order of a client is placed without a warning',
    file: `${FORM}/use-order-form.ts`,
    find: 'if (isLoading || !guard.mayPlace()) return',
    replace: 'if (isLoading) return',
    tests: { components: [`${FORM}/new-order.component.test.tsx`] },
  },
  {
    area: 'order form',
    name: 'two tabs with the same draft place two orders',
    file: `${FORM}/new-order.tsx`,
    find: '{ key: input.id },',
    replace: '{ key: crypto.randomUUID() },',
    tests: { stories: ['e2e/order-form.test.ts'] },
  },
]
