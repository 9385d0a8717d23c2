import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { PICTURE } from '../../api/query-keys.ts'

interface Props {
  /** The picture's URL as sent by the server, unique per picture. */
  address: string
  read: (signal: AbortSignal) => Promise<Blob>
  alt: string
}

/** A picture that requires authentication: fetched with the token and shown from an object URL. */
export function CachedPicture({ address, read, alt }: Props) {
  const { data } = useQuery({
    queryKey: [PICTURE, address],
    queryFn: ({ signal }) => read(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const source = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (source ? URL.revokeObjectURL(source) : undefined), [source])
  return source ? <img src={source} alt={alt} /> : null
}
