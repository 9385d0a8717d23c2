import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { financeTitles as titles } from '../orders/finance-titles.ts'
import { DISCOUNTS } from '../shared/user/screen-reach.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { readDiscountParams } from './params/discount-params.ts'
import { requireIdOrNew } from './require-id.ts'

const discounts = createRoute({
  getParentRoute: () => app,
  path: '/discounts',
  staticData: { title: titles.discounts },
  validateSearch: readDiscountParams,
  component: onlyFor(
    DISCOUNTS,
    lazyRouteComponent(
      loadChunk(() => import('../orders/discounts/discounts-screen.tsx')),
      'DiscountsScreen',
    ),
  ),
})

const discount = createRoute({
  getParentRoute: () => app,
  path: '/discount/$id',
  staticData: { title: titles.oneDiscount },
  beforeLoad: ({ params }) => {
    requireIdOrNew(params.id)
  },
  component: onlyFor(
    DISCOUNTS,
    lazyRouteComponent(
      loadChunk(() => import('../orders/discounts/discount-screen.tsx')),
      'DiscountScreen',
    ),
  ),
})

export const discountRoutes = [discounts, discount] as const
