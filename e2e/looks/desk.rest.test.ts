import { checkScreens } from './check-screens.ts'
import { deskScreens } from './desk-looks.ts'
import { orderFormScreens } from './order-form-looks.ts'
import { placedOrderScreens } from './placed-order-looks.ts'

checkScreens({
  'the desk': deskScreens,
  'a new order': orderFormScreens,
  'a placed order': placedOrderScreens,
})
