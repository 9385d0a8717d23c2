import * as contract from '@dispecerat/contract/site/sign-up'
import type { FastifyInstance } from 'fastify'
import { openCompanyRegistry } from '../../adapters/company-registry/open-company-registry.ts'
import { readLogo } from '../../identity/companies/companies.public.ts'
import type { PublicConfig } from '../../platform/config/config-public.ts'
import { consoleUrlOf } from '../../platform/http/console-url.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkCui } from './check-cui.ts'
import { proveEmail, sendProofAgain } from './prove-email.ts'
import { signUp } from './sign-up.ts'

const LOOK_UPS = { max: 30, seconds: 60 }
const PROOFS = { max: 10, seconds: 15 * 60 }
const SIGN_UPS = { max: 10, seconds: 3600 }

export interface SignUpParts extends PublicConfig {
  publicOrigins: readonly string[]
}

export function signUpRoutes(http: FastifyInstance, server: Server, parts: SignUpParts): void {
  const { appLinks, companyRegistry, signUpMode, publicOrigins } = parts
  const registry = openCompanyRegistry(companyRegistry, server.clock)
  const lookUps = new RateLimiter(LOOK_UPS, server.clock)
  const signUps = new RateLimiter(SIGN_UPS, server.clock)

  mount(http, server, contract.checkCui, async ({ query, request }) => {
    lookUps.take(request.ip)
    const found = await checkCui(server, registry, query.cui)
    return found.map(({ name, paysVat, cui, address }) => ({ denumire: name, scpTVA: paysVat, cui, adresa: address }))
  })

  mount(http, server, contract.signUp, async ({ body, request }) => {
    signUps.take(request.ip)
    const { companyId, name, packageId, trialUntil, approval } = await signUp(server, {
      cui: body.cui,
      name: body.name,
      address: body.address,
      phone: body.phone,
      packageId: body.package_id,
      euid: body.euid ?? null,
      lat: body.lat ?? null,
      lng: body.lng ?? null,
      description: body.description ?? null,
      userName: body.user_name,
      email: body.user_email,
      password: body.user_password,
      logo: body.logo === undefined ? null : readLogo(body.logo),
      ip: request.ip,
      mode: signUpMode,
      consoleUrl: consoleUrlOf(request, publicOrigins),
    })
    return { company: { id: companyId, name, package_id: packageId, trial_until: trialUntil, approval } }
  })

  mount(http, server, contract.readSignUpMode, () => ({ data: { mode: signUpMode } }))
  proofRoutes(http, server, parts)

  mount(http, server, contract.readAppLinks, () => ({
    data: { play_store: appLinks.playStore, app_store: appLinks.appStore, beta: appLinks.beta },
  }))
}

function proofRoutes(http: FastifyInstance, server: Server, { publicOrigins }: SignUpParts): void {
  const proofs = new RateLimiter(PROOFS, server.clock)

  mount(http, server, contract.proveEmail, async ({ actor, body, request }) => {
    proofs.take(request.ip)
    await proveEmail(server, { ...actor, ip: request.ip }, body.token)
    return { ok: true as const }
  })

  mount(http, server, contract.sendProofAgain, async ({ actor, params, request }) => {
    await sendProofAgain(server, actor, { companyId: params.id, consoleUrl: consoleUrlOf(request, publicOrigins) })
    return { ok: true as const }
  })
}
