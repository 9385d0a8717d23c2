/** Keys of the fleet map; apart, because the key registry is in every first load. */
export const fleetMapKeys = {
  find: 'Caută mașina pe hartă',
  address: 'Caută adresa pe hartă',
  follow: 'Urmărește mașina aleasă',
  list: 'Lista mașinilor lângă hartă',
}
