/** Comes before every id: where a list that is ordered by id begins. */
export const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
