/** Holders of a token that is not the open session of an account. */
export type HolderName =
  | 'client'
  | 'the same client in another company'
  | 'client who has an account'
  | 'client who is a dispatcher'
  | 'client who drives elsewhere'
  | 'client whom the company closed'
  | 'client whose session has ended'
  | 'report link'
  | 'report link taken back'
  | 'nobody'
  | 'who left the company'
  | 'closed dispatcher'
  | 'dispatcher whose session has ended'
  | 'deleted account'
  | 'banned dispatcher'
  | 'driver on a blocked phone'
  | 'password link'
  | 'e-mail proof'
  | 'known device'

/** own: rows of this client only. offer: data that the company offers to every client. */
export type Reach = readonly ['own' | 'offer', why: string]

/** Endpoints that a session of the client application may use; every other endpoint refuses its token as unknown. */
export const CLIENT_REACHES: Readonly<Record<string, Reach>> = {
  'GET /api/client/me': ['offer', 'the own card, and what an order may ask for'],
  'DELETE /api/client/session': ['own', 'logging out'],
  'GET /api/client/orders': ['own', 'the own orders of 90 days'],
  'POST /api/client/orders': ['own', 'ordering a car'],
  'GET /api/client/orders/:id': ['own', 'following the car'],
  'PATCH /api/client/orders/:id/cancel': ['own', 'calling off before the trip'],
  'POST /api/client/orders/:id/rating': ['own', 'rating a trip'],
  'GET /api/client/addresses': ['own', 'quick placing'],
  'POST /api/client/addresses': ['own', 'quick placing'],
  'DELETE /api/client/addresses/:id': ['own', 'an address that is not offered any more'],
}

/** Endpoints that need no token, with the reason. */
export const PUBLIC: Readonly<Record<string, string>> = {
  'POST /api/access-tokens': 'logging in',
  'GET /api/app-links': 'where the applications are',
  'GET /api/check-cui': 'the form of the sign-up looks a company up in the register',
  'POST /api/client/otp': 'a code by SMS to the phone that is typed',
  'POST /api/client/otp/verify': 'logging in with the code',
  'POST /api/company': 'signing up',
  'GET /api/content/:id': 'public pages',
  'GET /api/content/by-url/:url': 'public pages',
  'GET /api/documentation': 'public pages',
  'GET /api/documentation/:url': 'public pages',
  'POST /api/driver-reports': 'the report of who has the link',
  'GET /api/driver-reports/:token': 'the report of who has the link',
  'POST /api/email-proof': 'who has the link read the mail',
  'GET /api/live/map': 'the public map of a company that shows itself',
  'GET /api/live/positions': 'the public map of a company that shows itself',
  'GET /api/map-config': 'where tiles of maps come from',
  'POST /api/password-reset': 'a mail to the address that is typed',
  'POST /api/password-reset/confirm': 'who has the link read the mail',
  'POST /api/set-up': 'the link that the first start prints',
  'GET /api/sign-up': 'whether one may sign up',
}

/** Routes served outside the contract, without names of parameters; none returns data of a company. */
export const BESIDES_CONTRACT: Readonly<Record<string, string>> = {
  'GET *': 'files of the console',
  'GET /api/docs': 'what the contract says',
  'GET /api/docs*': 'what the contract says',
  'GET /api/docs/json': 'what the contract says',
  'GET /api/docs/yaml': 'what the contract says',
  'GET /api/docs/static/index.html': 'what the contract says',
  'GET /api/docs/static/swagger-initializer.js': 'what the contract says',
  'GET /health': 'for the operator’s watch',
  'GET /ready': 'for the operator’s watch',
  'GET /metrics': 'for a collector on this machine, or a platform administrator',
  'GET /tiles/:/:/:.mvt': 'the map, the same for all',
  'GET /tiles/info': 'the map, the same for all',
  'GET /tiles/raster/:/:/:.png': 'the map, the same for all',
  'GET /tiles/style.json': 'the map, the same for all',
  'GET /tiles/styles/:.json': 'the map, the same for all',
}
