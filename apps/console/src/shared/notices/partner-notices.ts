import { listPartners } from '@dispecerat/contract/orders/company-dispatch'
/* Not in its component's file, which exports only components: the test of the order form imports this. */
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { useLive } from '../../realtime/use-live.ts'

/**
 * Refetches partners when a partnership or a setting changes: the server refuses an order that includes a former
 * partner.
 */
export function usePartnerNotices() {
  const cache = useQueryClient()
  const again = () => void invalidate(cache, listPartners)
  useLive('partners_changed', again)
  useLive('company_settings_changed', again)
}
