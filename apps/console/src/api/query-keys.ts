/*
 * Roots of the query keys whose data are not the reply of one endpoint; every other key is derived from its endpoint by
 * `endpointKey`.
 */

/** A picture by its URL, which the server makes unique per picture. */
export const PICTURE = 'picture'

/** Numbers of expiring documents of cars and drivers, counted from the lists of both. */
export const ENDING_DOCUMENTS = 'ending-documents'
