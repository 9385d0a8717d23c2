/**
 * Reports on people, cancellations, searches and fairness, from totals that triggers maintain. Owns order_sums, offer_sums (with their
 * changes) and search_facts. Records no events.
 */
export { fairnessOfDriver } from './fairness.ts'
