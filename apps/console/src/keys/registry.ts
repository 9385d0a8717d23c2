import { ro } from '../text/ro.ts'

export type KeyScope = 'everywhere' | 'operator' | 'form'

export interface KeyBinding {
  /** Modifiers and `event.code`: 'Ctrl+Enter', 'Alt+Digit1'; or one character, matched as typed on any layout. */
  press: string
  scope: KeyScope
  allowInFields: boolean
  label: string
  /** What is printed on buttons and in the cheat sheet. */
  shown: string
}

/** The one place where a key gets a meaning; handlers, hints and the cheat sheet read it. Ctrl+Alt+letter is AltGr: never used. */
export const KEYS = {
  newOrder: { press: '+', scope: 'operator', allowInFields: false, label: ro.keys.newOrder, shown: '+' },
  closeForm: { press: '-', scope: 'operator', allowInFields: false, label: ro.keys.closeForm, shown: '−' },
  tabInCall: {
    press: 'Alt+Digit1',
    scope: 'operator',
    allowInFields: true,
    label: ro.keys.tab(ro.lists.tabs['in-call']),
    shown: 'Alt+1',
  },
  tabLive: {
    press: 'Alt+Digit2',
    scope: 'operator',
    allowInFields: true,
    label: ro.keys.tab(ro.lists.tabs.live),
    shown: 'Alt+2',
  },
  tabFinished: {
    press: 'Alt+Digit3',
    scope: 'operator',
    allowInFields: true,
    label: ro.keys.tab(ro.lists.tabs.finished),
    shown: 'Alt+3',
  },
  tabCanceled: {
    press: 'Alt+Digit4',
    scope: 'operator',
    allowInFields: true,
    label: ro.keys.tab(ro.lists.tabs.canceled),
    shown: 'Alt+4',
  },
  searchList: { press: '/', scope: 'operator', allowInFields: false, label: ro.keys.search, shown: '/' },
  map: { press: 'KeyM', scope: 'operator', allowInFields: false, label: ro.keys.map, shown: 'M' },
  placeOrder: { press: 'Ctrl+Enter', scope: 'form', allowInFields: true, label: ro.keys.place, shown: 'Ctrl+Enter' },
  addPlace: { press: 'Alt+KeyA', scope: 'form', allowInFields: true, label: ro.keys.addPlace, shown: 'Alt+A' },
  voucher: { press: 'Alt+KeyV', scope: 'form', allowInFields: true, label: ro.keys.voucher, shown: 'Alt+V' },
  cheatSheet: { press: '?', scope: 'everywhere', allowInFields: false, label: ro.keys.help, shown: '?' },
} as const satisfies Record<string, KeyBinding>

export type KeyId = keyof typeof KEYS
export const KEY_IDS = Object.keys(KEYS) as KeyId[]

/** The value of aria-keyshortcuts: 'Control+Enter', 'Alt+1'. */
export function ariaKeys(id: KeyId): string {
  return KEYS[id].shown.replace('Ctrl', 'Control').replace('−', '-')
}

export interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
}

/** Does this press mean that binding? Letters go by place on the keyboard, signs by what they type. */
export function matches(pressed: Pressed, press: string): boolean {
  if (press.length === 1) return pressed.key === press && !pressed.ctrlKey && !pressed.altKey && !pressed.metaKey
  const parts = press.split('+')
  const code = parts.pop()
  const wants = (modifier: string) => parts.includes(modifier)
  const sameCode = pressed.code === code || (code === 'Enter' && pressed.code === 'NumpadEnter')
  return (
    sameCode &&
    (pressed.ctrlKey || pressed.metaKey) === wants('Ctrl') &&
    pressed.altKey === wants('Alt') &&
    pressed.shiftKey === wants('Shift')
  )
}
