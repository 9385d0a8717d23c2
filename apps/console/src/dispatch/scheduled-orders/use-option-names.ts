import { listOrderOptions } from '@dispecerat/contract/orders/company-dispatch'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'

/** The Romanian name of an order option; its key until the names have loaded. */
export function useOptionNames(): (key: string) => string {
  const { data } = useQuery({
    queryKey: ['order-options'],
    queryFn: ({ signal }) => request(listOrderOptions, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (key) => data?.data.find((option) => option.key === key)?.name ?? key
}
