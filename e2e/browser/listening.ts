import type { Page } from 'playwright-core'

/** Records what the page plays and which notifications it shows. */
export const LISTEN = `
  const players = new Set()
  const { play } = HTMLMediaElement.prototype
  const nameOf = (player) => player.src.split('/').pop().replace('.wav', '')
  window.heard = []
  window.notices = []
  window.rings = () => [...players].filter((player) => !player.paused && player.loop).map(nameOf)
  HTMLMediaElement.prototype.play = function () {
    players.add(this)
    window.heard.push(nameOf(this))
    return play.call(this)
  }
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() {
      window.Notification.permission = 'granted'
      return 'granted'
    }
    constructor(title, { body }) {
      window.notices.push(body)
    }
    close() {
      window.notices.push('closed')
    }
  }
`
/** Repeats the browser's autoplay rule in the page, because a page driven from outside counts as used from the start. */
export const STRICT = `
  let pressed = false
  window.addEventListener('pointerdown', () => { pressed = true }, true)
  const listened = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function () {
    return pressed ? listened.call(this) : Promise.reject(new DOMException('press first', 'NotAllowedError'))
  }
  window.AudioContext = class {
    state = 'suspended'
    resume = () => new Promise(() => undefined)
    close = async () => undefined
  }
`
interface Listening {
  heard: string[]
  notices: string[]
  rings(): string[]
}
export const rings = (on: Page) => on.evaluate(() => (globalThis as unknown as Listening).rings())
export const received = (on: Page) => on.evaluate(() => (globalThis as unknown as Listening).heard)
export const notices = (on: Page) => on.evaluate(() => (globalThis as unknown as Listening).notices)

/** A headless page never becomes hidden by itself. */
export const setHidden = (on: Page, hidden: boolean) =>
  on.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
