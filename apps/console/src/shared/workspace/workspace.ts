import { useLocation } from '@tanstack/react-router'

export type WorkspaceKind = 'operator' | 'v2' | 'delivery'

/** A layout of the dispatchers' screen; links inside a workspace stay in it. */
export interface Workspace {
  kind: WorkspaceKind
  orderPath: '/operator/order/$id' | '/operator/v2/order/$id' | '/delivery/order/$id'
  /** Null where the workspace has no map. */
  mapPath: '/operator/map' | '/operator/v2/map' | null
  /** The delivery workspace has no list of blocked phones. */
  hasBlockedPhones: boolean
  /** The statistics of the zones are open from the start. */
  pinsZones: boolean
  /** A row shows every destination, on two lines. */
  showsEveryPlace: boolean
  rowHeight: number
}

export const DESKS: Record<WorkspaceKind, Workspace> = {
  operator: {
    kind: 'operator',
    orderPath: '/operator/order/$id',
    mapPath: '/operator/map',
    hasBlockedPhones: true,
    pinsZones: false,
    showsEveryPlace: false,
    rowHeight: 44,
  },
  v2: {
    kind: 'v2',
    orderPath: '/operator/v2/order/$id',
    mapPath: '/operator/v2/map',
    hasBlockedPhones: true,
    pinsZones: true,
    showsEveryPlace: false,
    rowHeight: 44,
  },
  delivery: {
    kind: 'delivery',
    orderPath: '/delivery/order/$id',
    mapPath: null,
    hasBlockedPhones: false,
    pinsZones: false,
    showsEveryPlace: true,
    rowHeight: 60,
  },
}

/** The workspace of a path; every other screen uses the operator's. */
export function workspaceAt(pathname: string): Workspace {
  if (/^\/operator\/v2(\/|$)/.test(pathname)) return DESKS.v2
  return /^\/delivery(\/|$)/.test(pathname) ? DESKS.delivery : DESKS.operator
}

export function useWorkspace(): Workspace {
  return useLocation({ select: ({ pathname }) => workspaceAt(pathname) })
}
