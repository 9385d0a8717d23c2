import { chatKeyLabels } from '../text/chat-key-labels.ts'
import { fleetMapKeys } from '../text/fleet-map-keys.ts'
import { ro } from '../text/ro.ts'

export type KeyScope = 'everywhere' | 'operator' | 'game' | 'form' | 'builder' | 'simulator' | 'zones' | 'tables'

export interface KeyBinding {
  /** Modifiers and `event.code`: 'Ctrl+Enter', 'Alt+Digit1'; or one character, matched as typed on any layout. */
  press: string
  scope: KeyScope
  allowInFields: boolean
  /** Works while a dialog is open too. */
  inDialogs?: true
  /** Handled in the capture phase, because an open list or a field would handle the key itself. */
  beforeFields?: true
  /** Has priority over this binding of the same key, and lets a press through when it does not handle it. */
  before?: string
  label: string
  /** Text on buttons and in the list of keys. */
  shown: string
}

/** Also while typing, and while a dialog is open. */
const anywhere = { scope: 'everywhere', allowInFields: true, inDialogs: true } as const

/**
 * The only place that assigns keys; handlers, hints and the list of keys read it. Ctrl+Alt+letter is never used,
 * because it is AltGr.
 */
export const KEYS = {
  /* The first binding wins: a digit meant for an open game must not place an order for a call that begins to ring. */
  gameRock: { press: '1', scope: 'game', allowInFields: false, label: ro.keys.game.rock, shown: '1' },
  gamePaper: { press: '2', scope: 'game', allowInFields: false, label: ro.keys.game.paper, shown: '2' },
  gameScissors: { press: '3', scope: 'game', allowInFields: false, label: ro.keys.game.scissors, shown: '3' },
  ringOrder1: { press: '1', scope: 'everywhere', allowInFields: false, label: ro.calls.keys.order(1), shown: '1' },
  ringOrder2: { press: '2', scope: 'everywhere', allowInFields: false, label: ro.calls.keys.order(2), shown: '2' },
  ringOrder3: { press: '3', scope: 'everywhere', allowInFields: false, label: ro.calls.keys.order(3), shown: '3' },
  ringInto: { press: 'KeyU', scope: 'everywhere', allowInFields: false, label: ro.calls.keys.into, shown: 'U' },
  ringOrder1Anywhere: { ...anywhere, press: 'Shift+F1', label: ro.calls.keys.order(1), shown: 'Shift+F1' },
  ringOrder2Anywhere: { ...anywhere, press: 'Shift+F2', label: ro.calls.keys.order(2), shown: 'Shift+F2' },
  ringOrder3Anywhere: { ...anywhere, press: 'Shift+F3', label: ro.calls.keys.order(3), shown: 'Shift+F3' },
  ringIntoAnywhere: { ...anywhere, press: 'Alt+KeyU', label: ro.calls.keys.into, shown: 'Alt+U' },
  missedCalls: {
    press: 'Alt+KeyR',
    scope: 'everywhere',
    allowInFields: true,
    label: ro.calls.keys.missed,
    shown: 'Alt+R',
  },
  transferCall: {
    press: 'Alt+KeyT',
    scope: 'everywhere',
    allowInFields: true,
    label: ro.calls.keys.transfer,
    shown: 'Alt+T',
  },
  takeOverCall: {
    press: 'Alt+KeyP',
    scope: 'operator',
    allowInFields: true,
    label: ro.calls.keys.takeOver,
    shown: 'Alt+P',
  },
  openChat: { press: 'Alt+KeyM', scope: 'everywhere', allowInFields: true, label: chatKeyLabels.open, shown: 'Alt+M' },
  chatNext: { press: 'Alt+KeyJ', scope: 'everywhere', allowInFields: true, label: chatKeyLabels.next, shown: 'Alt+J' },
  chatPrevious: {
    press: 'Alt+KeyK',
    scope: 'everywhere',
    allowInFields: true,
    label: chatKeyLabels.previous,
    shown: 'Alt+K',
  },
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
  priorities: {
    press: 'KeyP',
    scope: 'operator',
    allowInFields: false,
    label: ro.keys.priorities,
    shown: 'P',
  },
  zones: { press: 'KeyZ', scope: 'operator', allowInFields: false, label: ro.lists.tools.zonesHint, shown: 'Z' },
  blocked: { press: 'KeyB', scope: 'operator', allowInFields: false, label: ro.lists.tools.blockedHint, shown: 'B' },
  map: { press: 'KeyM', scope: 'operator', allowInFields: false, label: ro.keys.map, shown: 'M' },
  findCar: { press: 'KeyI', scope: 'operator', allowInFields: false, label: fleetMapKeys.find, shown: 'I' },
  findAddress: {
    press: 'KeyA',
    scope: 'operator',
    allowInFields: false,
    label: fleetMapKeys.address,
    shown: 'A',
  },
  followCar: { press: 'KeyF', scope: 'operator', allowInFields: false, label: fleetMapKeys.follow, shown: 'F' },
  carList: { press: 'KeyL', scope: 'operator', allowInFields: false, label: fleetMapKeys.list, shown: 'L' },
  assignNow: { press: 'Alt+KeyN', scope: 'operator', allowInFields: true, label: ro.keys.assignNow, shown: 'Alt+N' },
  takeBack: { press: 'Alt+KeyB', scope: 'operator', allowInFields: true, label: ro.keys.takeBack, shown: 'Alt+B' },
  placeOrder: { press: 'Ctrl+Enter', scope: 'form', allowInFields: true, label: ro.keys.place, shown: 'Ctrl+Enter' },
  pickAddress1: {
    press: 'Alt+Shift+Digit1',
    scope: 'form',
    allowInFields: true,
    label: ro.calls.keys.pick(1),
    shown: 'Alt+Shift+1',
  },
  pickAddress2: {
    press: 'Alt+Shift+Digit2',
    scope: 'form',
    allowInFields: true,
    label: ro.calls.keys.pick(2),
    shown: 'Alt+Shift+2',
  },
  pickAddress3: {
    press: 'Alt+Shift+Digit3',
    scope: 'form',
    allowInFields: true,
    label: ro.calls.keys.pick(3),
    shown: 'Alt+Shift+3',
  },
  openClientOrder: {
    press: 'Alt+KeyO',
    scope: 'form',
    allowInFields: true,
    label: ro.calls.keys.openOrder,
    shown: 'Alt+O',
  },
  confirmFare: { press: 'Alt+KeyC', scope: 'form', allowInFields: true, label: ro.keys.confirmFare, shown: 'Alt+C' },
  addPlace: { press: 'Alt+KeyA', scope: 'form', allowInFields: true, label: ro.keys.addPlace, shown: 'Alt+A' },
  voucher: { press: 'Alt+KeyV', scope: 'form', allowInFields: true, label: ro.keys.voucher, shown: 'Alt+V' },
  clientHistory: {
    press: 'Alt+KeyI',
    scope: 'form',
    allowInFields: true,
    label: ro.order.form.history,
    shown: 'Alt+I',
  },
  simNext: { press: 'ArrowDown', scope: 'simulator', allowInFields: false, label: ro.keys.simulator.next, shown: '↓' },
  simPrevious: {
    press: 'ArrowUp',
    scope: 'simulator',
    allowInFields: false,
    label: ro.keys.simulator.previous,
    shown: '↑',
  },
  simToggle: { press: 'KeyS', scope: 'simulator', allowInFields: false, label: ro.keys.simulator.toggle, shown: 'S' },
  simPause: { press: 'KeyP', scope: 'simulator', allowInFields: false, label: ro.keys.simulator.pause, shown: 'P' },
  callerNew: { press: 'KeyN', scope: 'simulator', allowInFields: false, label: ro.keys.callers.fresh, shown: 'N' },
  callerFifteen: {
    press: 'Shift+KeyN',
    scope: 'simulator',
    allowInFields: false,
    label: ro.keys.callers.fifteen,
    shown: 'Shift+N',
  },
  callerToggle: { press: 'KeyT', scope: 'simulator', allowInFields: false, label: ro.keys.callers.toggle, shown: 'T' },
  callerFromCity: { press: 'KeyO', scope: 'simulator', allowInFields: false, label: ro.keys.callers.city, shown: 'O' },
  simAccept: { press: 'KeyA', scope: 'simulator', allowInFields: false, label: ro.keys.simulator.accept, shown: 'A' },
  simRefuse: { press: 'KeyR', scope: 'simulator', allowInFields: false, label: ro.keys.simulator.refuse, shown: 'R' },
  saveRules: { press: 'Ctrl+KeyS', scope: 'builder', allowInFields: true, label: ro.keys.saveRules, shown: 'Ctrl+S' },
  tableSearch: { press: '/', scope: 'tables', allowInFields: false, label: ro.keys.search, shown: '/' },
  saveEdit: { press: 'Ctrl+KeyS', scope: 'tables', allowInFields: true, label: ro.save, shown: 'Ctrl+S' },
  zoneClose: { press: 'Enter', scope: 'zones', allowInFields: false, label: ro.keys.drawing.close, shown: 'Enter' },
  zonePoint: { press: 'Space', scope: 'zones', allowInFields: false, label: ro.keys.drawing.point, shown: 'Spațiu' },
  zoneBack: {
    press: 'Backspace',
    scope: 'zones',
    allowInFields: false,
    label: ro.keys.drawing.back,
    shown: 'Backspace',
  },
  zoneUndo: { press: 'Ctrl+KeyZ', scope: 'zones', allowInFields: false, label: ro.keys.drawing.undo, shown: 'Ctrl+Z' },
  zoneRedo: { press: 'Ctrl+KeyY', scope: 'zones', allowInFields: false, label: ro.keys.drawing.redo, shown: 'Ctrl+Y' },
  line1: { ...anywhere, press: 'F1', label: ro.calls.keys.answerOrLine, shown: 'F1' },
  line2: { ...anywhere, press: 'F2', label: ro.calls.keys.line(2), shown: 'F2' },
  line3: { ...anywhere, press: 'F3', label: ro.calls.keys.line(3), shown: 'F3' },
  line4: { ...anywhere, press: 'F4', label: ro.calls.keys.line(4), shown: 'F4' },
  line5: { ...anywhere, press: 'F5', label: ro.calls.keys.line(5), shown: 'F5' },
  line6: { ...anywhere, press: 'F6', before: 'findOrders', label: ro.calls.keys.line(6), shown: 'F6' },
  line7: { ...anywhere, press: 'F7', label: ro.calls.keys.line(7), shown: 'F7' },
  line8: { ...anywhere, press: 'F8', label: ro.calls.keys.line(8), shown: 'F8' },
  line9: { ...anywhere, press: 'F9', label: ro.calls.keys.line(9), shown: 'F9' },
  answerLines: { ...anywhere, press: 'Backquote', label: ro.calls.keys.answer, shown: '`' },
  acceptToast: {
    ...anywhere,
    press: 'Shift+Enter',
    beforeFields: true,
    label: ro.calls.keys.toast,
    shown: 'Shift+Enter',
  },
  quickAccept: { press: 'Space', scope: 'operator', allowInFields: false, label: ro.calls.keys.quick, shown: 'Spațiu' },
  endCall: { press: 'Escape', scope: 'everywhere', allowInFields: false, label: ro.calls.keys.end, shown: 'Esc' },
  findOrders: { ...anywhere, press: 'F6', label: ro.keys.findOrders, shown: 'F6' },
  findOrdersAlways: { ...anywhere, press: 'Shift+F6', label: ro.keys.findOrders, shown: 'Shift+F6' },
  commands: { ...anywhere, press: 'Ctrl+KeyK', label: ro.keys.commands, shown: 'Ctrl+K' },
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

/** Tests a press against a binding: letters by physical position (`code`), symbols by the typed character. */
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
