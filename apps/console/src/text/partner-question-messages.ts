/** What stands wherever an administrator works when another company asks. */
export const partnerQuestion = {
  text: 'O companie vă propune un parteneriat.',
  answer: 'Răspunde',
} as const
