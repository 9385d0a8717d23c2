export interface OrderOption {
  key: string
  name: string
  service_ids: readonly number[]
}

/** Five at hand, the rest behind a list. */
const INLINE = 5

/**
 * The options as a form offers them: those of the service first, and before them the ones named by `first`; otherwise in the
 * order of the company. Which of them stand inline follows from that.
 */
export function offeredOptions<Option extends OrderOption>(
  options: readonly Option[],
  serviceId: number,
  first: readonly string[] = [],
): { inline: Option[]; rest: Option[] } {
  const rank = ({ key, service_ids }: Option) => {
    if (first.includes(key)) return 0
    return service_ids.length === 0 || service_ids.includes(serviceId) ? 1 : 2
  }
  const sorted = options.toSorted((a, b) => rank(a) - rank(b))
  return { inline: sorted.slice(0, INLINE), rest: sorted.slice(INLINE) }
}
