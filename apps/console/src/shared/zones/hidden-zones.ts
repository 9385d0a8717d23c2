import { useMemo } from 'react'
import { create } from 'zustand'
import { useUser } from '../../api/session.ts'
import { readHiddenZones, type ZoneIds } from './stored-zones.ts'

const STORAGE_KEY = 'dispecerat.hiddenZones.'

/** Per user: the zones hidden on the maps of this browser. */
const useChoices = create<Record<number, ZoneIds>>(() => ({}))

/** The zones this user has hidden on the map, and functions that change them. */
export function useHiddenZones() {
  const { id } = useUser()
  const chosen = useChoices((all) => all[id])
  const hidden: ZoneIds = useMemo(() => chosen ?? readHiddenZones(localStorage.getItem(STORAGE_KEY + id)), [chosen, id])
  return useMemo(() => {
    const hideOnly = (next: ZoneIds) => {
      localStorage.setItem(STORAGE_KEY + id, JSON.stringify([...next]))
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
