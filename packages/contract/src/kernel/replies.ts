/**
 * Replies without `data`, by method and path; docs/api.md lists the same. All other replies have `{data}` with a resource or a list, and
 * `meta` with the position of a page.
 */
export const REPLIES_WITHOUT_DATA: Readonly<Record<'as_documented' | 'of_ours', readonly string[]>> = {
  /** The specification defines these shapes, and existing clients read them. */
  as_documented: [
    'POST /api/access-tokens',
    'GET /api/content/:id',
    'GET /api/content/by-url/:url',
    'GET /api/documentation/:url',
    'GET /api/check-cui',
    'POST /api/company',
    'GET /api/statistics/common',
    'GET /api/statistics/drivers-info',
    'GET /api/polygons',
    'GET /api/polygons/:id',
    'GET /api/polygons/statistics',
    'GET /api/dispatcher-orders/statistics',
    'POST /api/orders/:id/duplicate',
    'PATCH /api/users/:id/ban',
    'GET /api/messages/unread-count',
    'GET /api/protocol-account/messages/unread-count',
    'GET /api/drivers-positions',
    'GET /order-drivers',
    'GET /api/places-search-new',
    'POST /api/places-search-new',
    'GET /api/place-details-new/:id',
    'GET /api/places-search',
    'GET /api/place-details',
    'GET /api/place-geocode',
    'GET /api/addresses/:phoneOrUserId',
  ],
  /** Not resources: a new session, figures of a report, the result of an operation. */
  of_ours: [
    'POST /api/set-up',
    'POST /api/client/otp/verify',
    'GET /api/reports/calls',
    'GET /api/reports/calls/size',
    'GET /api/reports/dispatchers',
    'GET /api/reports/drivers',
    'GET /api/reports/cancellations',
    'GET /api/reports/protocol',
    'GET /api/reports/search',
    'GET /api/reports/fairness',
    'POST /api/driver/position',
    'GET /api/live/positions',
    'GET /api/live/map',
    'POST /api/users/:id/reset-password',
    'DELETE /api/simulator/drivers',
  ],
}
