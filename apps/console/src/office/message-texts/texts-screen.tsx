import type { MessageText } from '@dispecerat/contract/office/message-texts'
import { platformText } from '@dispecerat/domain/office/message-texts'
import { Skeleton } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { messageTextLabels as labels } from './message-text-labels.ts'
import '../../shared/settings-page/catalogue.css'
import '../../shared/settings-page/settings.css'
import './texts.css'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { TextsOwner } from './texts-owner.tsx'
import { useMessageTexts, useTextsOwner } from './use-message-texts.ts'

const RECEIVERS = ['client', 'driver', 'user'] as const

/** /settings/texts: every automatic message, by its receiver. */
export function TextsScreen() {
  const search = useSearch({ from: '/app/settings/texts' }) as SettingsParams
  const owner = useTextsOwner(search)
  const { data, isError, refetch } = useMessageTexts(owner.companyId)
  return (
    <SettingsFrame path="/settings/texts">
      <main id="content" className="page settings-page">
        <header className="settings-head">
          <h1>{labels.title}</h1>
          <TextsOwner {...owner} />
        </header>
        <p className="dim">{owner.isPlatform ? labels.platformLead : labels.lead}</p>
        {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton height={240} /> : null}
        {data
          ? RECEIVERS.map((to) => (
              <Texts
                key={to}
                to={to}
                texts={data.data.filter(({ key }) => platformText(key).to === to)}
                search={search}
                isPlatform={owner.isPlatform}
              />
            ))
          : null}
      </main>
    </SettingsFrame>
  )
}

interface TextsProps {
  to: (typeof RECEIVERS)[number]
  texts: readonly MessageText[]
  search: SettingsParams
  isPlatform: boolean
}

function Texts({ to, texts, search, isPlatform }: TextsProps) {
  const id = useId()
  if (texts.length === 0) return null
  return (
    <section className="panel texts-list" aria-labelledby={id}>
      <h2 id={id}>{labels.to[to]}</h2>
      {to === 'client' ? <p className="small dim">{labels.smsNote}</p> : null}
      <ul>
        {texts.map((text) => (
          <li key={text.key}>
            <p className="texts-line">
              <Link className="table-link" to="/settings/texts/$key" params={{ key: text.key }} search={search}>
                {labels.names[text.key]}
              </Link>
              <span className="small dim">{labels.channels[platformText(text.key).channel]}</span>
              {isPlatform ? null : (
                <span className={`texts-state is-${text.is_on ? 'on' : 'off'}`}>{stateOf(text)}</span>
              )}
              {text.is_own ? <span className="small dim">{labels.own}</span> : null}
            </p>
            <p className="texts-words">{text.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ key, is_on }: MessageText): string {
  const { channel, switch: mayBeOff } = platformText(key)
  if (channel === 'voice') return labels.spoken
  if (mayBeOff === null) return labels.always
  return is_on ? labels.on : labels.off
}
