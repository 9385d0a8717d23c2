import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../realtime/use-live.ts'

/** Partners are read again when a partnership or a setting changes: an order that asks a former partner is refused. */
export function usePartnerNotices() {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: ['partners'] })
  useLive('partners_changed', again)
  useLive('company_settings_changed', again)
}
