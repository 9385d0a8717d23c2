import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDiscountParams } from '../parts/discount-params.ts'
import { DISCOUNTS } from '../parts/screen-reach.ts'
import { financeTitles as titles } from '../text/finance-titles.ts'
import { loadZone } from '../ui/load-zone.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { requireIdOrNew } from './require-id.ts'

const discounts = createRoute({
  getParentRoute: () => app,
  path: '/discounts',
  staticData: { title: titles.discounts },
  validateSearch: readDiscountParams,
  component: onlyFor(
    DISCOUNTS,
    lazyRouteComponent(
      loadZone(() => import('../screens/discounts/discounts-screen.tsx')),
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
      loadZone(() => import('../screens/discounts/discount-screen.tsx')),
      'DiscountScreen',
    ),
  ),
})

export const discountRoutes = [discounts, discount] as const
