import { readContent, readContentByUrl } from '@dispecerat/contract/site/content'
import { useParams } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { ContentArticle } from './content-article.tsx'
import { SiteFrame } from './site-frame.tsx'

const DRIVER_PRIVACY = 1

/** /page/{url} */
export function PageScreen() {
  const { url } = useParams({ from: '/page/$url' })
  const page = useEndpointQuery(readContentByUrl, { params: { url } })
  return (
    <SiteFrame>
      <ContentArticle page={page} />
    </SiteFrame>
  )
}

/** /driver/privacy: the current version of page 1. */
export function DriverPrivacyScreen() {
  const page = useEndpointQuery(readContent, { params: { id: DRIVER_PRIVACY } })
  return (
    <SiteFrame>
      <ContentArticle page={page} />
    </SiteFrame>
  )
}
