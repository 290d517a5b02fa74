/** The element of a booking on the booking page, for the calendar to lead to. */
export function ticketId(bookingId: string): string {
  return `booking-${bookingId}`;
}
