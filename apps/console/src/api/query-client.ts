import { QueryClient } from '@tanstack/react-query'

/** `call` already repeats what nobody answered; an answer of the server is not asked for twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
