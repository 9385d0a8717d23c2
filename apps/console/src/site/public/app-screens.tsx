import { readAppLinks } from '@dispecerat/contract/site/sign-up'
import { Button, Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { publicMessages } from '../../text/public-messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SiteFrame } from './site-frame.tsx'
import { storeOfDevice } from './store-of-device.ts'

const messages = publicMessages

function useAppLinks() {
  return useEndpointQuery(readAppLinks, {}, { select: ({ data }) => data })
}

/** /app: what the drivers' application does. */
export function AppScreen() {
  return (
    <SiteFrame>
      <h1>{messages.app.title}</h1>
      <p className="site-lead">{messages.app.intro}</p>
      <div className="prose">
        <ul>
          {messages.app.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p>{messages.app.needs}</p>
      </div>
      <LinkButton to="/download">{messages.app.get}</LinkButton>
    </SiteFrame>
  )
}

/** /download: the store of this device, and both links for other visitors. */
export function DownloadScreen() {
  const links = useAppLinks()
  const { data } = links
  const store = storeOfDevice(navigator)
  const mine = store === null ? null : (data?.[store] ?? null)
  useEffect(() => {
    if (mine !== null) window.location.replace(mine)
  }, [mine])
  return (
    <SiteFrame>
      <h1>{messages.download.title}</h1>
      {links.isPending ? <Skeleton height={80} maw={420} /> : null}
      {links.isError && !data ? <LoadFailed onRetry={() => void links.refetch()} /> : null}
      {mine === null ? null : <p className="site-lead">{messages.download.going}</p>}
      {data ? (
        <div className="enroll">
          <Store href={data.play_store} name={messages.download.android} />
          <Store href={data.app_store} name={messages.download.apple} />
        </div>
      ) : null}
    </SiteFrame>
  )
}

function Store({ href, name }: { href: string | null; name: string }) {
  if (href === null) {
    return (
      <p>
        <strong>{name}:</strong> {messages.download.soon}
      </p>
    )
  }
  return (
    <Button component="a" href={href} variant="default">
      {name}
    </Button>
  )
}

/** Without a checksum there is nothing to compare. */
function stepsOf(isChecked: boolean): readonly string[] {
  return isChecked ? [...messages.pro.steps, messages.pro.compare] : messages.pro.steps
}

/** /pro: the file of the beta version. */
export function ProScreen() {
  const links = useAppLinks()
  const beta = links.data?.beta
  return (
    <SiteFrame>
      <h1>{messages.pro.title}</h1>
      <p className="site-lead">{messages.pro.intro}</p>
      {links.isPending ? <Skeleton height={80} maw={420} /> : null}
      {links.isError && !links.data ? <LoadFailed onRetry={() => void links.refetch()} /> : null}
      {beta === null ? <p role="status">{messages.download.soon}</p> : null}
      {beta ? (
        <div>
          <Button component="a" href={beta.url}>
            {messages.pro.get}
          </Button>
        </div>
      ) : null}
      {beta ? (
        <div className="prose">
          {beta.version === null ? null : (
            <p>
              {messages.pro.version}: <strong>{beta.version}</strong>
            </p>
          )}
          {beta.sha256 === null ? null : (
            <p>
              {messages.pro.checksum}: <code>{beta.sha256}</code>
            </p>
          )}
          <h2>{messages.pro.notes}</h2>
          <ol>
            {stepsOf(beta.sha256 !== null).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      ) : null}
    </SiteFrame>
  )
}
