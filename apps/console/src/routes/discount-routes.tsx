import type { Permission } from '@dispecerat/domain/permissions'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { readDiscountSearch } from '../parts/discount-search.ts'
import { financeTitles as titles } from '../text/finance-titles.ts'
import { loadZone } from '../ui/load-zone.ts'
import { app } from './app-route.tsx'

/** A page that is not for this person is no page. */
function requireWord(word: Permission): void {
  const { user } = useSession.getState()
  if (user && !user.permissions.includes(word)) throw notFound()
}

const discounts = createRoute({
  getParentRoute: () => app,
  path: '/discounts',
  staticData: { title: titles.discounts },
  validateSearch: readDiscountSearch,
  beforeLoad: () => requireWord('discounts.read'),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/discounts/discounts-screen.tsx')),
    'DiscountsScreen',
  ),
})

const discount = createRoute({
  getParentRoute: () => app,
  path: '/discount/$id',
  staticData: { title: titles.oneDiscount },
  beforeLoad: ({ params }) => {
    requireWord('discounts.read')
    if (params.id !== 'new' && !/^\d{1,15}$/.test(params.id)) throw notFound()
  },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/discounts/discount-screen.tsx')),
    'DiscountScreen',
  ),
})

/** What makes an order cheaper. */
export const discountRoutes = [discounts, discount] as const
