/* Not in its component's file, which exports only components: the unit test imports this. */

export interface OrderOption {
  key: string
  name: string
  service_ids: readonly number[]
}

/** Five are shown in the form, the rest in a list. */
const INLINE = 5

/**
 * The options in the form's order: those named by `first`, then those of the service, then the company's order. The
 * first ones are shown inline.
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
