import type { Client } from 'pg'

/** The tool of a call that no check refuses and no statement can hold: it stands for whatever a check may have missed. */
export const POISON = 'poison'

/** Makes the database refuse every statement with such a call in it, for a reason that is neither a race nor an outage. */
export async function refusePoison(sql: Client): Promise<void> {
  await sql.query(`
    CREATE OR REPLACE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'poison'; END $$`)
  await sql.query(`
    CREATE OR REPLACE TRIGGER refuse_poison BEFORE INSERT ON reservations FOR EACH ROW
    WHEN (NEW.tool = '${POISON}') EXECUTE FUNCTION refuse_poison()`)
}
