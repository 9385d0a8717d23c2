import { useMemo } from 'react'
import { create } from 'zustand'
import { useUser } from '../api/session.ts'

const KEPT_AS = 'dispecerat.hiddenZones.'
type ZoneIds = ReadonlySet<number>

/** Per user: the zones that do not stand on the maps of this browser. */
const useChoices = create<Record<number, ZoneIds>>(() => ({}))

/** A word that is broken or missing hides nothing. */
export function readHiddenZones(kept: string | null): ZoneIds {
  try {
    const ids: unknown = JSON.parse(kept ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [])
  } catch {
    return new Set()
  }
}

/** Which zones this person does not want on the map, and how that is changed. */
export function useHiddenZones() {
  const { id } = useUser()
  const chosen = useChoices((all) => all[id])
  const hidden: ZoneIds = useMemo(() => chosen ?? readHiddenZones(localStorage.getItem(KEPT_AS + id)), [chosen, id])
  return useMemo(() => {
    const hideOnly = (next: ZoneIds) => {
      localStorage.setItem(KEPT_AS + id, JSON.stringify([...next]))
      useChoices.setState({ [id]: next })
    }
    const toggle = (zoneId: number) => {
      const next = new Set(hidden)
      if (!next.delete(zoneId)) next.add(zoneId)
      hideOnly(next)
    }
    return { hidden, hideOnly, toggle }
  }, [hidden, id])
}
