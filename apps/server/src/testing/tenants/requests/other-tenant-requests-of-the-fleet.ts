import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

/** Cars, devices and their imports, requested by a company's administrator. */
export function fleetOfficeRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const { companyId, carId, deviceId, driverId, exportId, importId } = theirs
  const car = { params: { id: carId } }
  const device = { params: { id: deviceId } }
  return {
    'GET /api/cars': nothing({ query: { search: 'Canar', company_id: companyId } }, 'company_admin'),
    'POST /api/cars/export': nothing({ body: { company_id: companyId } }, 'company_admin'),
    'POST /api/cars': row({ body: { company_id: companyId, indicativ: '1', number: 'BV01AAA' } }, 'company_admin'),
    'POST /api/cars/bulk': nothing({ body: { ids: [carId], action: 'deactivate' } }, 'company_admin'),
    'GET /api/cars/:id': row(car, 'company_admin'),
    'PATCH /api/cars/:id': row({ ...car, body: { color: 'alb' } }, 'company_admin'),
    'DELETE /api/cars/:id': row(car, 'company_admin'),
    'POST /api/cars/:id/restore': row(car, 'company_admin'),
    'POST /api/cars/:id/drivers': row({ ...car, body: { driver_id: driverId } }, 'company_admin'),
    'DELETE /api/cars/:id/drivers/:driverId': row({ params: { id: carId, driverId } }, 'company_admin'),
    'GET /api/cars/:id/photo': row(car, 'company_admin'),
    'POST /api/cars/:id/photo': row({ ...car, body: { photo: '/9j/4AAQ' } }, 'company_admin'),
    'DELETE /api/cars/:id/photo': row(car, 'company_admin'),
    'GET /api/devices': nothing({ query: { search: 'Canar', company_id: companyId } }, 'company_admin'),
    'POST /api/devices/export': nothing({ body: { company_id: companyId } }, 'company_admin'),
    'POST /api/devices': row(
      { body: { company_id: companyId, platform: 'android', imei: '356938035643809' } },
      'company_admin',
    ),
    'GET /api/devices/:id': row(device, 'company_admin'),
    'PATCH /api/devices/:id': row({ ...device, body: { model: 'Pixel' } }, 'company_admin'),
    'PATCH /api/devices/:id/block': row({ ...device, body: {} }, 'company_admin'),
    'PATCH /api/devices/:id/unblock': row(device, 'company_admin'),
    'DELETE /api/devices/:id': row(device, 'company_admin'),
    'POST /api/imports/:kind': row(
      { params: { kind: 'cars' }, body: { company_id: companyId, file: 'YQ==' } },
      'company_admin',
    ),
    'GET /api/exports/:id': row({ params: { id: exportId } }, 'company_admin'),
    'GET /api/imports': row({ query: { company_id: companyId } }, 'company_admin'),
    'POST /api/imports/:id/stop': row({ params: { id: importId } }, 'company_admin'),
    'POST /api/devices/bulk': nothing({ body: { ids: [deviceId], action: 'block' } }, 'company_admin'),
    'POST /api/devices/:id/restore': row(device, 'company_admin'),
  }
}
