/**
 * Reports of people, cancellations, searches and fairness from sums that triggers keep. Owns order_sums, offer_sums (with their
 * changes) and search_facts. Records no events.
 */
export { fairnessOfDriver } from './fairness.ts'
