/** Toast for administrators about another company's request. */
export const partnerQuestion = {
  text: 'O companie vă propune un parteneriat.',
  answer: 'Răspunde',
} as const
