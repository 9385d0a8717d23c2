import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { useLive } from '../../../realtime/use-live.ts'
import { millisOf } from '../../../text/format.ts'
import { serverNow } from '../../../ui/now.ts'
import { gameMessages as messages } from './game-messages.ts'
import './mini-game.css'
import { type Game, MOVES, moveOf, NEW_GAME, play, winner } from './mini-game-rules.ts'

const STORAGE_KEY = 'dispecerat.game'
const KEY_OF = { rock: 'gameRock', paper: 'gamePaper', scissors: 'gameScissors' } as const

/** Rock, paper, scissors for the empty list of calls; whether it is open is stored in this browser. */
export function MiniGame({ onClose }: { onClose?: () => void }) {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'hidden')
  const show = (open: boolean) => {
    localStorage.setItem(STORAGE_KEY, open ? 'shown' : 'hidden')
    setIsOpen(open)
    if (!open) onClose?.()
  }
  return (
    <section className="mini-game" aria-label={messages.title}>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        rightSection={isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
        onClick={() => show(!isOpen)}
      >
        {isOpen ? messages.close : messages.open}
      </Button>
      {isOpen ? (
        <Board
          onWork={() => {
            setIsOpen(false)
            onClose?.()
          }}
        />
      ) : null}
    </section>
  )
}

/** `onWork` is called when an order arrives while the game is open, which closes it. */
function Board({ onWork }: { onWork: () => void }) {
  const [game, setGame] = useState<Game>(NEW_GAME)
  /* Orders have timestamps in whole seconds: one placed in the same second as the game was opened counts as new. */
  const [openedAt] = useState(() => Math.floor(serverNow() / 1000) * 1000)
  const won = winner(game)
  useLive('live_orders_updated', ({ order }) => {
    if (order !== null && millisOf(order.created_at) >= openedAt) onWork()
  })
  const throwOne = (move: (typeof MOVES)[number]) => setGame((before) => play(before, move, moveOf(Math.random())))
  /* Lets buttons that show a digit show their other key from now on. */
  useLayoutEffect(() => void document.dispatchEvent(new Event('digitstaken')), [])
  /* Also after the game is over, because the player may still press a key. */
  useKey('gameRock', () => throwOne('rock'))
  useKey('gamePaper', () => throwOne('paper'))
  useKey('gameScissors', () => throwOne('scissors'))
  return (
    <>
      <div className="mini-game-moves" data-takes-digits>
        {MOVES.map((move) => (
          <Button
            key={move}
            variant="default"
            disabled={won !== null}
            rightSection={<KeyHint of={KEY_OF[move]} />}
            aria-keyshortcuts={ariaKeys(KEY_OF[move])}
            onClick={() => throwOne(move)}
          >
            {messages.moves[move]}
          </Button>
        ))}
      </div>
      <div className="mini-game-news" role="status">
        <b className="digits">{messages.score(game.mine, game.theirs)}</b>
        <span>{resultText(game)}</span>
      </div>
      {won === null ? null : (
        <Button size="compact-sm" onClick={() => setGame(NEW_GAME)}>
          {messages.again}
        </Button>
      )}
    </>
  )
}

function resultText(game: Game): string {
  if (game.last === null) return ''
  const { mine, theirs, taken } = game.last
  const round = messages.round(messages.moves[mine], messages.moves[theirs])
  const won = winner(game)
  if (won !== null) return `${round}. ${won === 'me' ? messages.won : messages.lost}`
  return `${round}. ${{ me: messages.point, them: messages.pointTheirs, nobody: messages.tie }[taken]}`
}
